<?php
// Issues one fee of a school: its activity is comprised (10), and who pays has a DNI (1011, 1012). Needs the extension curl.
$today = (new DateTimeImmutable('now', new DateTimeZone('America/Argentina/Buenos_Aires')))->format('Ymd');
$body = [
    'idempotency' => 'sale-' . getenv('SALE') . '-6-1',
    'posNumber' => 1,
    'voucherType' => 6,
    'concept' => 2,
    'voucherDate' => $today,
    'serviceFrom' => substr($today, 0, 6) . '01',
    'serviceTo' => $today,
    'serviceExpiration' => $today,
    'customer' => ['docType' => 96, 'docNumber' => '28111222', 'name' => 'Ana Pérez', 'taxType' => 5],
    'items' => [['description' => 'Monthly fee', 'quantity' => 1, 'price' => 85000, 'taxType' => 2]],
    'optionals' => [
        ['id' => '10', 'value' => '1'],
        ['id' => '1011', 'value' => '96'],
        ['id' => '1012', 'value' => '28111222'],
    ],
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
echo "Fee {$result['voucherNumber']}, CAE {$result['cae']}, total {$result['totalAmount']}, id {$result['id']}\n";
