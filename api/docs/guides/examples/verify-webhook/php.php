<?php
// Checks one webhook. In a web server the headers are in $_SERVER as here, and the body is php://input.

/** $body must be the bytes as they came: parsed and written again, JSON is not the same. */
function readWebhook(string $secret, string $id, string $timestamp, string $signature, string $body): array
{
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('too old or too new: perhaps somebody sends it again');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // During a rotation there are two signatures. One must match.
    foreach (explode(' ', $signature) as $one) {
        if (hash_equals($expected, $one)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new Exception('not from Talonario, or changed on its way');
}

try {
    $event = readWebhook(
        getenv('WEBHOOK_SECRET'),
        $_SERVER['HTTP_WEBHOOK_ID'],
        $_SERVER['HTTP_WEBHOOK_TIMESTAMP'],
        $_SERVER['HTTP_WEBHOOK_SIGNATURE'],
        file_get_contents(PHP_SAPI === 'cli' ? 'php://stdin' : 'php://input'),
    );
    echo "genuine: {$_SERVER['HTTP_WEBHOOK_ID']} {$event['type']}\n";
} catch (Exception $refusal) {
    http_response_code(400);
    echo $refusal->getMessage() . "\n";
    exit(1);
}
