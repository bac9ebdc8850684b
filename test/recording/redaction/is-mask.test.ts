import { expect, test } from "vitest";
import { isMask } from "../../../src/recording/index.js";

test.each(["****", "[REDACTED]", "[redacted]", "<AUTH>", "{{token}}", "xxxxxxxx", "Filtered", " … "])(
  "%j is a mask of a secret",
  (text) => expect(isMask(text)).toBe(true),
);

test.each(["", "s3cret", "Bearer [REDACTED]", "xx", "[a] b", "redacted-1", "Basic dXNlcg=="])(
  "%j is not a mask",
  (text) => expect(isMask(text)).toBe(false),
);
