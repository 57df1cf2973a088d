<?php
// Receives webhooks. Needs a package: composer require standard-webhooks/standard-webhooks
// Run it by: php -S localhost:3000 webhooks.php
require __DIR__ . '/vendor/autoload.php';

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/hooks') {
    http_response_code(404);
    return true;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    return true;
}
// The bytes as they were sent: decoded and encoded again, they may have another signature.
$body = file_get_contents('php://input', false, null, 0, 64 * 1024);
$headers = [
    'webhook-id' => $_SERVER['HTTP_WEBHOOK_ID'] ?? null,
    'webhook-timestamp' => $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? null,
    'webhook-signature' => $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? null,
];
$webhook = new \StandardWebhooks\Webhook(getenv('CONNECT_WEBHOOK_SECRET'));
try {
    $event = $webhook->verify($body, $headers);
} catch (\Throwable) {
    http_response_code(401);
    return true;
}
// The same event can come again. A unique column of your database does what this file does.
$mark = sys_get_temp_dir() . '/' . hash('sha256', $event['id']);
if (!file_exists($mark)) {
    $account = $event['data']['account_id'] ?? '';
    if ($event['type'] === 'connection.login_required') {
        error_log("sign in again: $account");
    } elseif ($event['type'] === 'connection.disconnected') {
        error_log("disconnected: $account");
    }
    touch($mark);
}
http_response_code(204);
return true;
