<?php
// Run it by: php -S localhost:3000 -t public server.php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/callback') {
    return false; // A file of the folder.
}
// Another site must not be able to connect its own account for your user.
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') !== 'same-origin') {
    http_response_code(403);
    return true;
}
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/json',
    'ignore_errors' => true,
    'timeout' => 10,
    'content' => json_encode([
        'client_id' => getenv('CONNECT_CLIENT_ID'),
        'client_secret' => getenv('CONNECT_CLIENT_SECRET'),
        'code' => $_GET['code'] ?? '',
    ]),
]]);
$body = file_get_contents(getenv('CONNECT_BASE_URL') . '/auth/token', false, $context);
$tokens = json_decode($body ?: '', true);
if (!isset($tokens['access_token'])) {
    error_log('exchange failed: ' . ($tokens['error'] ?? 'no answer'));
    http_response_code(502);
    return true;
}
// Store $tokens['access_token'] with your user, like a password.
error_log("connected {$tokens['account_id']} at {$tokens['provider_id']}");
http_response_code(204);
return true;
