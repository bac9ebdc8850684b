const NPM_INSTALL_PATTERN = /npm install --save-dev (\S+@\S+)/g;

/**
 * Replaces the npm install command in a message with that of the package manager in `npm_config_user_agent`, such as
 * `pnpm/12.21.0 npm/? node/?`.
 */
export function replaceInstallCommands(message: string, userAgent: string | undefined): string {
  return message.replaceAll(
    NPM_INSTALL_PATTERN,
    (npmLine: string, wanted: string) => formatInstallCommand(wanted, userAgent) ?? npmLine,
  );
}

function formatInstallCommand(wanted: string, userAgent = ""): string | undefined {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(userAgent) ?? [];
  if (manager === "yarn") return `yarn add --dev ${wanted}`;
  if (manager === "bun") return `bun add --dev ${wanted}`;
  if (manager !== "pnpm") return undefined;
  // pnpm 10 asks for consent to install scripts; pnpm 11 fails without it.
  const name = wanted.replace(/(?<=.)@.*$/, "");
  const consent = Number(major) >= 10 && PACKAGES_WITH_INSTALL_SCRIPT.includes(name) ? `--allow-build=${name} ` : "";
  return `pnpm add --save-dev ${consent}${wanted}`;
}

const PACKAGES_WITH_INSTALL_SCRIPT: readonly string[] = ["@photostructure/sqlite"];
