<?php

declare(strict_types=1);

/*
 * An adapter: the few lines between the EPIN conformance runner and a library.
 *
 *     epin certify -- php adapter.php
 *
 * Only the first part depends on epin.php: rewrite it for another library. The second part
 * turns requests into calls, and results into responses. The third part reads and writes
 * lines. Both are the same for every library.
 */

// Standard output is for responses: what the library echoes goes to standard error, and so
// do the warnings of PHP.
ini_set('display_errors', 'stderr');
ini_set('log_errors', '0');
ob_start(function (string $printed): string {
    fwrite(STDERR, $printed);
    return '';
}, 1);

// 1. The library. Never respond in its place: call it, and report what it did.

require __DIR__ . '/epin.php';

const IMPLEMENTATION = [
    'name' => 'epin.php',
    'version' => Epin\VERSION,
    'language' => 'php ' . PHP_VERSION,
];

// The editions of the protocol, and what the library calls them. If it has one grammar, keep
// both names and parse without an edition: the runner tests it by the requested edition.
// A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
const EDITIONS = ['1.0.0' => Epin\Edition::Current, '1.0.0-initial' => Epin\Edition::Initial];

// Remove the operations that your library does not offer: the runner does not request them.
const OPS = ['parse', 'valid', 'apply', 'equal', 'sweep'];

// The methods of the protocol, and what the library calls them.
const METHODS = [
    'native' => 'native',
    'derive' => 'derive',
    'flip' => 'flip',
    'enhance' => 'enhance',
    'diminish' => 'diminish',
    'normalize' => 'normalize',
    'mark' => 'mark',
    'unmark' => 'unmark',
];

// Whether the library takes strings that are not valid UTF-8. If it is false, the runner
// sends only valid UTF-8.
const BYTES = true;

/**
 * The calls to epin.php in one edition, one for each operation.
 *
 * Only the parser may reject a token by throwing, so only its call is in a try block: the
 * same exception from anywhere else is a crash.
 */
final class Library
{
    private const REJECTED = ['valid' => false];

    public function __construct(private readonly Epin\Edition $edition)
    {
    }

    public function parse(string $token): array
    {
        try {
            $identifier = Epin\Identifier::parse($token, $this->edition);
        } catch (Epin\InvalidToken $e) {
            return ['valid' => false, 'error' => $e->getMessage()];
        }
        return ['valid' => true] + self::attributes($identifier);
    }

    private static function attributes(Epin\Identifier $identifier): array
    {
        return [
            'token' => (string) $identifier,
            'pin' => $identifier->pin(),
            'native' => $identifier->isNative(),
            'derived' => $identifier->derived,
            'name' => $identifier->name,
            'side' => $identifier->side->value,
            'state' => $identifier->state->value,
            'terminal' => $identifier->terminal,
        ];
    }

    public function valid(string $token): array
    {
        return ['valid' => Epin\Identifier::isValid($token, $this->edition)];
    }

    public function apply(string $token, array $before, array $methods, bool $unread): array
    {
        try {
            $original = Epin\Identifier::parse($token, $this->edition);
        } catch (Epin\InvalidToken) {
            return self::REJECTED;
        }
        // Attributes are read at once, and again from each result, to show what a value remembers.
        // Where unread is true, nothing is read before the last result.
        $identifier = $original;
        $tokens = [];
        $last = $unread && $methods !== [] ? [] : self::attributes($original);
        foreach ($before as $method) {
            $original->{METHODS[$method]}();
        }
        foreach ($methods as $i => $method) {
            $identifier = $identifier->{METHODS[$method]}();
            if (!$unread || $i === count($methods) - 1) {
                $tokens[] = (string) $identifier;
                $last = self::attributes($identifier);
            }
        }
        // Read last: it shows whether a method changed the original value.
        return ['valid' => true, 'tokens' => $tokens, 'original' => (string) $original, 'last' => $last];
    }

    public function equal(string $token, string $other): array
    {
        try {
            $left = Epin\Identifier::parse($token, $this->edition);
            $right = Epin\Identifier::parse($other, $this->edition);
        } catch (Epin\InvalidToken) {
            return self::REJECTED;
        }
        return ['equal' => $left->equals($right)];
    }

    public function sweep(array $tokens): array
    {
        $verdicts = '';
        foreach ($tokens as $token) {
            try {
                Epin\Identifier::parse($token, $this->edition);
                $verdicts .= '1';
            } catch (Epin\InvalidToken) {
                $verdicts .= '0';
            } catch (Throwable) {
                $verdicts .= '!';
            }
        }
        return ['valid' => $verdicts];
    }
}

// 2. From a request to a response.

/** One session: hello selects the edition of all later requests. */
final class Adapter
{
    private const UNSUPPORTED = ['unsupported' => true];

    private Library $library;

    /** The response to a request, without its id. */
    public function answer(array $request): array
    {
        // The request is read outside the guard: an error in this file must not look like a
        // crash of the library.
        return match ($request['op']) {
            'parse' => $this->guarded($this->library->parse(...), $this->tokenOf($request)),
            'sweep' => $this->library->sweep($this->tokensOf($request)),
            'valid' => $this->guarded($this->library->valid(...), $this->tokenOf($request)),
            'apply' => array_diff([...$request['before'] ?? [], ...$request['methods']], array_keys(METHODS)) === []
                ? $this->guarded(
                    $this->library->apply(...),
                    $this->tokenOf($request),
                    $request['before'] ?? [],
                    $request['methods'],
                    $request['unread'] ?? false,
                )
                : self::UNSUPPORTED,
            'equal' => $this->guarded($this->library->equal(...), $request['token'], $request['other']),
            'hello' => $this->hello($request['edition']),
            default => self::UNSUPPORTED,
        };
    }

    private function hello(string $edition): array
    {
        $introduction = ['protocol' => 1, 'implementation' => IMPLEMENTATION];
        if (!array_key_exists($edition, EDITIONS)) {
            return $introduction + self::UNSUPPORTED;
        }
        $this->library = new Library(EDITIONS[$edition]);
        return $introduction + [
            'ops' => OPS,
            'methods' => array_keys(METHODS),
            'bytes' => BYTES,
            'apply_attributes' => true,
            'apply_unread' => true,
        ];
    }

    /** The response of the call, or a crash. */
    private function guarded(callable $call, mixed ...$arguments): array
    {
        try {
            return $call(...$arguments);
        } catch (Throwable $e) {
            return ['crash' => $e::class . ': ' . $e->getMessage()];
        }
    }

    /** The token of a request: text, or the exact bytes if they are not valid UTF-8. */
    private function tokenOf(array $request): string
    {
        return isset($request['hex']) ? hex2bin($request['hex']) : $request['token'];
    }

    /** The tokens of a sweep, in the same two forms. */
    private function tokensOf(array $request): array
    {
        return isset($request['hex']) ? array_map('hex2bin', $request['hex']) : $request['tokens'];
    }
}

// 3. Lines in and out.

/**
 * Yields the complete lines that can be read without waiting, until the end of the input.
 */
function blocksOfLines($stream): Generator
{
    stream_set_read_buffer($stream, 0); // or a block would be 8 KiB
    $unfinished = [];
    while (($block = fread($stream, 1 << 16)) !== false && ($block !== '' || !feof($stream))) {
        $end = strrpos($block, "\n");
        if ($end === false) {
            $unfinished[] = $block;
            continue;
        }
        yield explode("\n", implode('', $unfinished) . substr($block, 0, $end));
        $unfinished = [substr($block, $end + 1)];
    }
}

/**
 * The JSON of a response. Invalid UTF-8 becomes U+FFFD, which is still an incorrect
 * response.
 */
function encode(array $response): string
{
    return json_encode($response, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

/** Responds to every request, until the end of the input. */
function serve($requests, $responses): void
{
    $adapter = new Adapter();
    foreach (blocksOfLines($requests) as $lines) {
        $answers = '';
        foreach ($lines as $line) {
            $request = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            $answers .= encode(['id' => $request['id']] + $adapter->answer($request)) . "\n";
        }
        fwrite($responses, $answers);
    }
}

ini_set('memory_limit', '512M'); // a line of 16 MiB, and what becomes of it
serve(STDIN, STDOUT);
