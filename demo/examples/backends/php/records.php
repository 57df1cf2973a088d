<?php
// Lists a person's tax records, and saves the first file.

/** Sends a request. Returns the body as a stream. */
function ask(string $path, string $token)
{
    $context = stream_context_create(['http' => [
        'header' => "Authorization: Bearer $token",
        'ignore_errors' => true,
        // A redirect would carry the token to another address.
        'follow_location' => 0,
        'timeout' => 60,
    ]]);
    $answer = fopen(getenv('CONNECT_BASE_URL') . $path, 'r', false, $context);
    $status = $answer ? (int) explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1] : 0;
    if ($status !== 200) {
        throw new RuntimeException('Reading failed', $status);
    }
    return $answer;
}

/** Yields the records of all pages. */
function listRecords(string $token): Generator
{
    $query = [];
    do {
        $page = json_decode(stream_get_contents(ask('/records?' . http_build_query($query), $token)), true);
        yield from $page['records'];
        $query = ['cursor' => $page['next_cursor']];
    } while ($page['next_cursor'] !== null);
}

function saveFile(string $token, array $record, array $file, string $target): void
{
    $path = '/records/' . rawurlencode($record['id']) . '/files/' . rawurlencode($file['id']);
    file_put_contents($target, ask($path, $token));
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
