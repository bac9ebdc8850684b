import type { RawBodyValidator } from "../exchange.js";
import type { AttachmentReader } from "./recorded-body.js";

/** The bytes of a recording. A chunk belongs to the reader only until it asks for the next one. */
export type RecordingSource = {
  /** The file as the user named it, or `<stdin>`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bodies that stand in files beside the recording; absent when it stands in no folder. */
  readonly attachments?: AttachmentReader;
};

export type RecordingOptions<Outcome = never> = {
  /** The address that stands for the service in formats which record only paths, such as `https://host.example`. */
  readonly baseUrl?: string | undefined;
  /** Judges an exchange while its body still stands in the recording, in formats where that saves time. */
  readonly validateRawBody?: RawBodyValidator<Outcome> | undefined;
};
