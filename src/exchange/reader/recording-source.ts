import type { RawBodyValidator } from "../exchange.js";
import type { AttachmentReader } from "./recorded-body.js";

/** The bytes of a recording. A chunk is valid only until the next one is requested. */
export type RecordingSource = {
  /** The file name as given by the user, or `<stdin>`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Reads bodies in separate files; absent if the recording has no directory. */
  readonly attachments?: AttachmentReader;
};

export type RecordingOptions<Outcome = never> = {
  /** Base URL of the service for formats that record only paths, such as `https://host.example`. */
  readonly baseUrl?: string | undefined;
  /** Validates exchanges from the raw bytes of the recording, in formats that support it. */
  readonly validateRawBody?: RawBodyValidator<Outcome> | undefined;
};
