// Dates of conditional requests: the form in use and the two old ones that a recipient must understand (RFC 9110, 5.6.7).

const TODAY = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{2,5}day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds; null for anything else, "2030" included, which Date.parse alone would take for a date. */
export function parseHttpDate(text: string): number | null {
  const spelled = TODAY.test(text)
    ? text
    : RFC_850.test(text)
      ? text.replaceAll("-", " ")
      : ASCTIME.test(text)
        ? `${text} GMT`
        : "";
  const milliseconds = Date.parse(spelled);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
