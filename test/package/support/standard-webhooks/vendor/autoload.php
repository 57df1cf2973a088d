<?php
namespace StandardWebhooks;

class Webhook
{
    private string $key;

    public function __construct(string $secret)
    {
        $this->key = base64_decode(substr($secret, strlen('whsec_')));
    }

    public function verify($payload, $headers)
    {
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!isset($headers[$name])) {
                throw new \Exception('Missing required headers');
            }
        }
        $sent = $headers['webhook-timestamp'];
        if (abs(time() - intval($sent)) > 300) {
            throw new \Exception('Message timestamp too old or too new');
        }
        $hash = hash_hmac('sha256', "{$headers['webhook-id']}.$sent.$payload", $this->key, true);
        foreach (explode(' ', $headers['webhook-signature']) as $signature) {
            if (hash_equals('v1,' . base64_encode($hash), $signature)) {
                return json_decode($payload, true);
            }
        }
        throw new \Exception('No matching signature found');
    }
}
