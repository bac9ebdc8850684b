const NAME_START =
  ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
const NAME_REST = `${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;

/** The pattern of a name. */
export const XML_NAME = `[${NAME_START}][${NAME_REST}]*`;

const WHOLE_NAME = new RegExp(`^${XML_NAME}$`, "u");

/** Whether a text can be the name of an element or attribute, with or without a prefix. */
export function isXmlName(text: string): boolean {
  return WHOLE_NAME.test(text);
}
