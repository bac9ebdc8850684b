import type { JetStreamManager } from "@nats-io/jetstream";

/** Deletes a message, unless it is gone. */
export async function deleteMessage(manager: JetStreamManager, stream: string, sequence: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(stream, sequence, false);
  } catch (error) {
    if (!(error instanceof Error && /no message found|sequence .* not found|store EOF/i.test(error.message)))
      throw error;
  }
}
