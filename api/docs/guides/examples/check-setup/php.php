<?php
// Says what this key can do, and whether the authority works for it. Issues nothing.
function get(string $path): array
{
    $request = curl_init(getenv('TALONARIO_URL') . $path);
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TALONARIO_KEY')],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $answer = json_decode((string) curl_exec($request), true);
    if (!($answer['ok'] ?? false)) {
        exit(($answer['error'] ?? curl_error($request)) . "\n");
    }
    return $answer;
}

$key = get('/api-keys/test');
$say = fn (bool $is) => $is ? 'true' : 'false';
echo "environment: {$key['environment']}, certificate: {$say($key['certificates'])}, point of sale: {$say($key['pos'])}\n";

foreach (get('/taxauth/status')['result'] as $service => $check) {
    echo "$service: " . ($check['ok'] ? 'works' : $check['suggestion'] ?? '') . "\n";
}
