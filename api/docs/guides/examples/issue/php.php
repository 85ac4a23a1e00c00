<?php
// Issues one voucher: letter B, to somebody who is not identified. Needs the extension curl.
$today = new DateTime('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
$body = [
    'idempotency' => 'sale-' . getenv('SALE') . '-6-1',
    'posNumber' => 1,
    'voucherType' => 6,
    'concept' => 1,
    'voucherDate' => $today->format('Ymd'),
    'customer' => ['docType' => 99, 'docNumber' => '0', 'name' => 'Consumidor Final', 'taxType' => 5],
    'items' => [['description' => 'Yerba mate 1 kg', 'quantity' => 2, 'price' => 3500.50, 'taxType' => 5]],
];

$request = curl_init(getenv('TALONARIO_URL') . '/invoices');
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
echo "Voucher {$result['voucherNumber']}, CAE {$result['cae']}, total {$result['totalAmount']}, id {$result['id']}\n";
