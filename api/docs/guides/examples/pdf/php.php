<?php
// Saves the PDF of the voucher with the id VOUCHER. While it is being made the answer is 409: ask again.
$request = curl_init(getenv('TALONARIO_URL') . '/invoices/' . getenv('VOUCHER') . '/pdf');
curl_setopt_array($request, [
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY')],
    CURLOPT_RETURNTRANSFER => true,
]);

$pdf = curl_exec($request);
while (curl_getinfo($request, CURLINFO_RESPONSE_CODE) === 409) {
    sleep(2);
    $pdf = curl_exec($request);
}
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
    exit($pdf . "\n");
}

file_put_contents('voucher.pdf', $pdf);
echo "voucher.pdf is there\n";
