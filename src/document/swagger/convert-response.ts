import { formatPointerFragment, isObject, type Json } from "../json.js";
import {
  type Conversion,
  convertMap,
  followToPointer,
  joinPlace,
  listMediaTypes,
  type Place,
  reserveComponent,
  resolveReference,
  setOrigin,
  withTarget,
} from "./conversion.js";
import { convertHeader, convertSchema } from "./convert-schema.js";

/** The media type of responses that no `produces` describes: any. Swagger 2.0 states no default. */
const DEFAULT_RESPONSE_TYPE = "*/*";

/** Converts a response of an operation. A shared response is inlined where the operation has its own `produces`. */
export function convertResponse(conversion: Conversion, value: Json, at: Place, produces: Json | undefined): Json {
  if (!isObject(value)) return value;
  if (typeof value.$ref !== "string") return convertResponseObject(conversion, value, at, produces);
  const target = followToPointer(conversion, at.file, value.$ref);
  if (typeof target !== "string" && produces === conversion.produces) {
    const pointer = reserveComponent(conversion, "responses", target);
    conversion.referenced.add(pointer);
    setOrigin(conversion, at);
    return { $ref: `#${formatPointerFragment(pointer)}` };
  }
  const found = resolveReference(conversion, value, at);
  return found === undefined ? value : convertResponseObject(conversion, found.value, found.at, produces);
}

/** Converts the content of a Response Object. Without a schema there is no body. */
export function convertResponseObject(
  conversion: Conversion,
  value: Json,
  at: Place,
  produces: Json | undefined,
): Json {
  if (!isObject(value)) return value;
  setOrigin(conversion, at);
  const { schema, examples, headers, ...rest } = value;
  const convertHeaderAt = (header: Json, place: Place): Json => convertHeader(conversion, header, place);
  const types = listMediaTypes(produces);
  const content = (types.length === 0 ? [DEFAULT_RESPONSE_TYPE] : types).map((type) => {
    const from = joinPlace(at, "schema");
    const place = { ...withTarget(at, "content", type, "schema"), source: from.source };
    const example = isObject(examples) && Object.hasOwn(examples, type) ? examples[type] : undefined;
    if (example !== undefined) {
      const { source } = joinPlace(at, "examples", type);
      setOrigin(conversion, { ...withTarget(at, "content", type, "example"), source });
    }
    return [
      type,
      { schema: convertSchema(conversion, schema ?? {}, place), ...(example === undefined ? {} : { example }) },
    ];
  });
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: convertMap(headers, joinPlace(at, "headers"), convertHeaderAt) }),
    ...(schema === undefined ? {} : { content: Object.fromEntries(content) }),
  };
}
