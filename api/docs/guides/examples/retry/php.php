<?php
// Sends one sale until the answer is final, always the same body with the same key.
const CODES_TO_RETRY = ['TAXAUTH_UNCONFIRMED', 'VOUCHER_LOCK_TIMEOUT', 'TAXAUTH_CONNECTION_ERROR'];
const STATUSES_TO_RETRY = [0, 408, 429, 500, 502, 503, 504]; // 0: no answer came

function issue(array $body): array
{
    for ($attempt = 0; $attempt < 8; $attempt++) {
        $pause = 2 ** $attempt * random_int(500, 1500) / 1000;
        $request = curl_init(getenv('TALONARIO_URL') . '/invoices');
        curl_setopt_array($request, [
            CURLOPT_POSTFIELDS => json_encode($body),
            CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY'), 'Content-Type: application/json'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 70,
            CURLOPT_HEADERFUNCTION => function ($_, string $header) use (&$pause) {
                if (preg_match('/^retry-after: *(\d+)/i', $header, $found)) {
                    $pause = (int) $found[1];
                }
                return strlen($header);
            },
        ]);
        $answer = json_decode((string) curl_exec($request), true);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        $mayRetry = isset($answer['code'])
            ? in_array($answer['code'], CODES_TO_RETRY, true)
            : in_array($status, STATUSES_TO_RETRY, true);
        // Without an answer nobody knows whether the voucher exists. The same key finds out.
        if (is_array($answer) && ($answer['ok'] || !$mayRetry)) {
            return $answer;
        }
        usleep((int) ($pause * 1_000_000));
    }
    exit("No final answer yet: send it again later, with the same key.\n");
}

$today = new DateTime('now', new DateTimeZone('America/Argentina/Buenos_Aires'));
$answer = issue([
    'idempotency' => 'sale-' . getenv('SALE') . '-6-1',
    'posNumber' => 1,
    'voucherType' => 6,
    'concept' => 1,
    'voucherDate' => $today->format('Ymd'),
    'customer' => ['docType' => 99, 'docNumber' => '0', 'name' => 'Consumidor Final', 'taxType' => 5],
    'items' => [['description' => 'Yerba mate 1 kg', 'quantity' => 2, 'price' => 3500.50, 'taxType' => 5]],
]);
echo json_encode($answer) . "\n";
