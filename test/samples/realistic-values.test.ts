/** The last words of a name decide which value fits it. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { makeRealisticValue } from "../../src/samples/realistic-values.js";
import { getSchemas } from "../../src/schema/index.js";

const PHOTO = "https://example.com/photo.png";
const CALLBACK = "https://example.com/callback";

test.each([
  ["avatar", PHOTO],
  ["avatarUrl", PHOTO],
  ["avatar_description", "A short description."],
  ["avatar_alt", "Example avatar alt"],
  ["logo_color", "#3366cc"],
  ["webhook", CALLBACK],
  ["webhook_url", CALLBACK],
  ["webhook_title", "A short title"],
  ["webhook_secret", "example-secret"],
  ["secret_name", "Example secret name"],
  ["phone", "+1 555 0100"],
  ["phoneNumber", "+1 555 0100"],
  ["phone_type", "Example phone type"],
  ["telemetry", "Example telemetry"],
  ["address", "12 Harbour Street"],
  ["addressLine2", "12 Harbour Street"],
  ["address_type", "Example address type"],
  ["postcode", "1100-148"],
  ["postman", "Example postman"],
  ["api_key", "example-secret"],
  ["api_key_name", "Example api key name"],
  ["key", "example-key"],
])("the value of %s is %s", (name, value) => {
  const schema = { type: "object", required: [name], properties: { [name]: { type: "string" } } };
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { It: schema } },
  };
  const schemas = getSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
  const made = makeRealisticValue({ schemas }, schemas.model.at(["/components/schemas/It"]));
  expect(made?.value).toEqual({ [name]: value });
});
