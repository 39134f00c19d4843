<?php // See engine.js.
ini_set('pcre.jit', '0');
error_reporting(0);
$lines = explode("\n", rtrim(stream_get_contents(STDIN), "\n"));
$strings = array_map('hex2bin', explode(' ', array_shift($lines)));
foreach ($lines as $line) {
    [, $flags, $pattern] = explode("\t", $line);
    $pattern = "\x01" . hex2bin($pattern) . "\x01" . $flags; // a delimiter that no pattern has
    $line = '';
    foreach ($strings as $string) {
        $found = preg_match($pattern, $string);
        if ($found === false) {
            $line = 'error: ' . preg_last_error_msg();
            break;
        }
        $line .= $found;
    }
    echo $line, "\n";
}
