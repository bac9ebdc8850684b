/** The default folder for the state of a sandbox and the credentials of its demo client. */
export const STATE_FOLDER = ".commerce-sandbox";

/** The default file for the credentials of the demo client. */
export const CREDENTIALS_FILE = `${STATE_FOLDER}/credentials.json`;

/** The default file for the data of a sandbox. */
export const DATABASE_FILE = `${STATE_FOLDER}/sandbox.db`;
