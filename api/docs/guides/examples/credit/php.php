<?php
// Credits one article of voucher VOUCHER. Without items the whole voucher is credited. Needs the extension curl.
$body = [
    'idempotency' => 'return-' . getenv('RETURN'),
    'items' => [['description' => 'Yerba mate 1 kg', 'quantity' => 1, 'price' => 3500.50, 'taxType' => 5]],
];

$request = curl_init(getenv('TALONARIO_URL') . '/invoices/' . getenv('VOUCHER') . '/credit-notes');
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => json_encode($body),
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY'), 'Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = json_decode((string) curl_exec($request), true);
if (!($answer['ok'] ?? false)) {
    exit(($answer['error'] ?? curl_error($request)) . "\n");
}

$result = $answer['result'];
echo "Credit note {$result['voucherNumber']}, CAE {$result['cae']}, total {$result['totalAmount']}, id {$result['id']}\n";
