/** Characters that are not allowed outside an expression. */
const FORBIDDEN_LITERAL = /[\0- "<>\\^`{|}\x7f]|%(?![0-9a-f]{2})/i;

/** Matches an invalid variable name: empty, with an invalid character, or with a dot that separates nothing. */
const INVALID_VARIABLE = /^$|[^a-z0-9_.%]|%(?![0-9a-f]{2})|^\.|\.\.|\.$/i;

/**
 * Whether a text is a URI template. Splits at braces and commas, so that the time is linear in the length.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function isUriTemplate(text: string): boolean {
  const [literal = "", ...rest] = text.split("{");
  return (
    !FORBIDDEN_LITERAL.test(literal) &&
    rest.every((piece) => {
      const close = piece.indexOf("}");
      return close !== -1 && isExpression(piece.slice(0, close)) && !FORBIDDEN_LITERAL.test(piece.slice(close + 1));
    })
  );
}

function isExpression(text: string): boolean {
  return text
    .replace(/^[+#./;?&=,!@|]/, "")
    .split(",")
    .every((variable) => !INVALID_VARIABLE.test(variable.replace(/(?::[1-9]\d{0,3}|\*)$/, "")));
}
