<?php
// Two mistakes: a price below zero, which this service refuses, and a letter A without a CUIT, which the authority refuses.
function explain(array $failure): array
{
    $code = $failure['code'] ?? null;
    if ($code === 'VALIDATION_ERROR' && isset($failure['details'])) {
        return array_map(
            fn ($fault) => "VALIDATION_ERROR in {$fault['field']}: {$fault['message']}",
            $failure['details']['errors'],
        );
    }
    if ($code === 'TAXAUTH_ERROR') {
        return array_map(fn ($reason) => "TAXAUTH_ERROR {$reason['code']}: {$reason['msg']}", $failure['details']);
    }
    return [($code ?? 'no code') . ': ' . $failure['error']];
}

$today = new DateTime('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
foreach ([[6, -1], [1, 3500.50]] as [$voucherType, $price]) {
    $body = [
        'idempotency' => 'sale-' . getenv('SALE') . "-$voucherType-1",
        'posNumber' => 1,
        'voucherType' => $voucherType,
        'concept' => 1,
        'voucherDate' => $today->format('Ymd'),
        'customer' => ['docType' => 99, 'docNumber' => '0', 'name' => 'Consumidor Final', 'taxType' => 5],
        'items' => [['description' => 'Yerba mate 1 kg', 'quantity' => 2, 'price' => $price, 'taxType' => 5]],
    ];
    $request = curl_init(getenv('TALONARIO_URL') . '/invoices');
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => json_encode($body),
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY'), 'Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $answer = json_decode((string) curl_exec($request), true);
    if (!$answer['ok']) {
        echo implode("\n", explain($answer)) . "\n";
    }
}
