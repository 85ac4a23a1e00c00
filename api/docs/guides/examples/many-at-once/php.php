<?php
// Sends two vouchers as one batch, waits until it is over, and shows what became of each. Needs the extension curl.
$today = new DateTime('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
$name = getenv('SALE');

$sale = fn (string $key, array $items) => [
    'idempotency' => $key,
    'posNumber' => 1,
    'voucherType' => 6,
    'concept' => 1,
    'voucherDate' => $today->format('Ymd'),
    'customer' => ['docType' => 99, 'docNumber' => '0', 'name' => 'Consumidor Final', 'taxType' => 5],
    'items' => $items,
];

function call(string $path, ?array $body = null): array
{
    $request = curl_init(getenv('TALONARIO_URL') . $path);
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY'), 'Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => json_encode($body)]));
    $answer = json_decode((string) curl_exec($request), true);
    if (!($answer['ok'] ?? false)) {
        // Of a faulty batch every fault of every voucher is in the details, and nothing was recorded.
        exit(($answer['error'] ?? curl_error($request)) . ' ' . json_encode($answer['details'] ?? null) . "\n");
    }
    return $answer['result'];
}

$invoices = [
    $sale("batch-$name-1", [
        ['description' => 'Yerba mate 1 kg', 'quantity' => 2, 'price' => 3500.50, 'taxType' => 5],
        ['description' => 'Bombilla', 'quantity' => 1, 'price' => 1200, 'taxType' => 5],
    ]),
    $sale("batch-$name-2", [['description' => 'Mate', 'quantity' => 1, 'price' => 8500, 'taxType' => 5]]),
];
$batch = call('/batches', ['name' => $name, 'invoices' => $invoices]);
while ($batch['state'] === 'running') {
    sleep(1);
    $batch = call("/batches/{$batch['id']}");
}
foreach (call("/batches/{$batch['id']}/results") as $element) {
    echo "{$element['idempotency']} {$element['state']} " . ($element['cae'] ?? $element['error']) . "\n";
}
