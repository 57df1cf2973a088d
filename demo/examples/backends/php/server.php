<?php
// Run it by: php -S localhost:3000 -t public server.php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/callback') {
    return false; // A file of the folder.
}
// Another site must not be able to connect its own account for your user. Old browsers send `Origin` only.
$origin = getenv('APP_ORIGIN') ?: "http://localhost:{$_SERVER['SERVER_PORT']}";
$isOwn = ($_SERVER['HTTP_ORIGIN'] ?? '') === $origin;
$site = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? ($isOwn ? 'same-origin' : 'unknown');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $site !== 'same-origin') {
    http_response_code(403);
    return true;
}
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/json',
    'ignore_errors' => true,
    // A redirect would carry the secret to another address.
    'follow_location' => 0,
    'timeout' => 10,
    'content' => json_encode([
        'client_id' => getenv('CONNECT_CLIENT_ID'),
        'client_secret' => getenv('CONNECT_CLIENT_SECRET'),
        'code' => $_GET['code'] ?? '',
    ]),
]]);
$answer = fopen(getenv('CONNECT_BASE_URL') . '/auth/token', 'r', false, $context);
$status = $answer ? stream_get_meta_data($answer)['wrapper_data'][0] : '';
$tokens = json_decode($answer ? stream_get_contents($answer) : '', true);
if (!str_contains($status, ' 200') || !isset($tokens['access_token'])) {
    error_log('exchange failed: ' . ($tokens['error'] ?? 'no answer'));
    http_response_code(502);
    return true;
}
// Store $tokens['access_token'] with your user, like a password.
error_log("connected {$tokens['account_id']} at {$tokens['provider_id']}");
http_response_code(204);
return true;
