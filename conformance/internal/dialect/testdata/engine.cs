// See engine.js.
using System;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

class Engine
{
    static string Text(string hex)
    {
        return new UTF8Encoding(false, true).GetString(
            Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray());
    }

    static void Main()
    {
        var strings = Console.ReadLine().Split(' ').Select(Text).ToArray();
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var fields = line.Split('\t');
            var options = RegexOptions.CultureInvariant;
            if (fields[1].Contains("i")) options |= RegexOptions.IgnoreCase;
            if (fields[1].Contains("m")) options |= RegexOptions.Multiline;
            if (fields[1].Contains("s")) options |= RegexOptions.Singleline;
            try
            {
                var regex = new Regex(Text(fields[2]), options);
                Console.WriteLine(string.Concat(strings.Select(s => regex.IsMatch(s) ? "1" : "0")));
            }
            catch (ArgumentException e)
            {
                Console.WriteLine("error: " + e.Message.Replace("\n", " "));
            }
        }
    }
}
