<?php
// Issues one credit invoice of letter A, due in 30 days. The account that it is paid to is the company's. Needs the extension curl.
$today = new DateTimeImmutable('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
$body = [
    'idempotency' => 'sale-' . getenv('SALE') . '-201-1',
    'posNumber' => 1,
    'voucherType' => 201,
    'concept' => 1,
    'voucherDate' => $today->format('Ymd'),
    'serviceExpiration' => $today->modify('+30 days')->format('Ymd'),
    'customer' => ['docType' => 80, 'docNumber' => '30500010912', 'name' => 'Gran Empresa S.A.', 'taxType' => 1],
    'items' => [['description' => 'Flour, 1 t', 'quantity' => 10, 'price' => 605000, 'taxType' => 5]],
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
echo "Credit invoice {$result['voucherNumber']}, CAE {$result['cae']}, total {$result['totalAmount']}, id {$result['id']}\n";
