import { isObject, type Json, type JsonObject } from "../json.js";
import { type Conversion, type Place, setOrigin, withTarget } from "./conversion.js";

/** The names of flows since OpenAPI 3.0. */
const FLOW_NAMES: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** Converts a Security Scheme Object. */
export function convertSecurityScheme(conversion: Conversion, value: Json, at: Place): Json {
  if (!isObject(value)) return value;
  setOrigin(conversion, at);
  if (value.type === "basic") return { ...value, type: "http", scheme: "basic" };
  return value.type === "oauth2" ? convertOAuth(conversion, value, at) : value;
}

function convertOAuth(conversion: Conversion, value: JsonObject, at: Place): JsonObject {
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = value;
  const name = FLOW_NAMES[String(flow)] ?? String(flow);
  setOrigin(conversion, withTarget(at, "flows", name));
  const urls = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
  return { ...rest, flows: { [name]: { ...urls, scopes } } };
}
