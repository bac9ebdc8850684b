/** All extensions are listed in spec/extensions.md and have a value of their type. */
export default function extensionKnown({ extensions = {} }) {
  const check = (node, { report }, location) => {
    for (const [key, value] of Object.entries(node)) {
      if (!key.startsWith("x-")) continue;
      const type = Object.hasOwn(extensions, key) ? extensions[key] : undefined;
      if (type === undefined)
        report({ message: `Unknown extension \`${key}\`.`, location: location.child([key]).key() });
      else if (!TYPES[type]?.(value))
        report({ message: `\`${key}\` is not ${type}.`, location: location.child([key]) });
    }
  };
  return {
    any: { enter: (node, context) => isObject(node) && check(node, context, context.location) },
    ref: { enter: (node, context) => check(node, context, context.location) },
  };
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value !== "";
const isTextList = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);

const TYPES = {
  name: (value) => isText(value) && /^[A-Z][A-Za-z]*$/.test(value),
  texts: isTextList,
  "text or texts": (value) => isText(value) || isTextList(value),
  true: (value) => value === true,
  milliseconds: (value) => Number.isInteger(value) && value > 0,
  object: isObject,
  "object or objects": (value) => isObject(value) || (Array.isArray(value) && value.every(isObject)),
};
