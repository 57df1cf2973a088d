<?php
// Lists a person's tax records, and saves the first file. Needs the extension curl.

/** Sends a request, and writes the body to a stream. PHP's own streams would not notice that a body ends early. */
function ask(string $path, string $token, $output): void
{
    $request = curl_init(getenv('CONNECT_BASE_URL') . $path);
    // By default, curl follows no redirect, which would carry the token to another address.
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => ["Authorization: Bearer $token"],
        CURLOPT_FILE => $output,
        CURLOPT_LOW_SPEED_LIMIT => 1,
        CURLOPT_LOW_SPEED_TIME => 60,
    ]);
    $isWhole = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if (!$isWhole || $status !== 200) {
        throw new RuntimeException($isWhole ? 'Reading failed' : curl_error($request), $status);
    }
}

/** Yields the records of all pages. */
function listRecords(string $token): Generator
{
    $query = [];
    do {
        $body = fopen('php://memory', 'w+');
        ask('/records?' . http_build_query($query), $token, $body);
        $page = json_decode(stream_get_contents($body, null, 0), true);
        yield from $page['records'];
        $query = ['cursor' => $page['next_cursor']];
    } while ($page['next_cursor'] !== null);
}

function saveFile(string $token, array $record, array $file, string $target): void
{
    $path = '/records/' . rawurlencode($record['id']) . '/files/' . rawurlencode($file['id']);
    $output = fopen("$target.part", 'w');
    ask($path, $token, $output);
    fclose($output);
    rename("$target.part", $target);
}

// Read it from where you store the connections of your users.
$token = getenv('ACCESS_TOKEN');
try {
    $records = iterator_to_array(listRecords($token), false);
    foreach ($records as $record) {
        echo "{$record['tax_year']} {$record['name']}\n";
    }
    foreach ($records as $record) {
        if ($record['files']) {
            saveFile($token, $record, $record['files'][0], 'tax-file');
            break;
        }
    }
} catch (RuntimeException $error) {
    // Show a button that opens Connect, so that the person connects the account again.
    $isLogin = $error->getCode() === 409;
    fwrite(STDERR, $isLogin ? "Sign in again.\n" : "{$error->getMessage()}: {$error->getCode()}\n");
    exit(1);
}
