// Reads strings in hexadecimal on the first line, and then a call, flags and a pattern in hexadecimal on
// each line. Prints a line for each pattern: a digit for each string, or an error.
const text = hex => Buffer.from(hex, 'hex').toString()
const [first, ...lines] = require('fs').readFileSync(0, 'latin1').trimEnd().split('\n')
const strings = first.split(' ').map(text)
for (const line of lines) {
  const [, flags, pattern] = line.split('\t')
  try {
    const regexp = new RegExp(text(pattern), flags)
    console.log(strings.map(s => (regexp.test(s) ? '1' : '0')).join(''))
  } catch (e) {
    console.log(`error: ${e.message}`.replaceAll('\n', ' '))
  }
}
