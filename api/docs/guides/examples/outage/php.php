<?php
// The authority is away: nothing is issued. It comes back: the same body is issued.
$today = new DateTime('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
$body = [
    'idempotency' => 'sale-' . getenv('SALE') . '-6-2',
    'posNumber' => 2,
    'voucherType' => 6,
    'concept' => 1,
    'voucherDate' => $today->format('Ymd'),
    'customer' => ['docType' => 99, 'docNumber' => '0', 'name' => 'Consumidor Final', 'taxType' => 5],
    'items' => [['description' => 'Yerba mate 1 kg', 'quantity' => 2, 'price' => 3500.50, 'taxType' => 5]],
];

function send(string $url, array $options): string
{
    $request = curl_init($url);
    curl_setopt_array($request, $options + [CURLOPT_RETURNTRANSFER => true]);
    return (string) curl_exec($request);
}

$issue = fn () => send(getenv('TALONARIO_URL') . '/invoices', [
    CURLOPT_POSTFIELDS => json_encode($body),
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY'), 'Content-Type: application/json'],
]);
$faults = getenv('SIMULATOR') . '/faults';
$fault = ['env' => 'homologation', 'action' => 'status', 'times' => null];

send($faults, [CURLOPT_POSTFIELDS => json_encode($fault)]);
echo $issue() . "\n";
send($faults, [CURLOPT_CUSTOMREQUEST => 'DELETE']);
echo $issue() . "\n";
