import { mkdirSync, writeFileSync } from "node:fs";
import { loadDocument } from "../../src/document/index.js";
import { createExampleRecording } from "./examples/example-recording.js";
import { createMockRecording } from "./examples/mock-recording.js";

/** `npm run long record`: writes the recordings of test/traffic/ from the examples of the spec and from calls to the mock. */
const spec = "spec/openapi.yaml";
mkdirSync("test/traffic", { recursive: true });
writeFileSync("test/traffic/examples.har", createExampleRecording(loadDocument(spec)));
writeFileSync("test/traffic/mock.har", await createMockRecording(spec));
process.stderr.write("wrote test/traffic/examples.har, test/traffic/mock.har\n");
