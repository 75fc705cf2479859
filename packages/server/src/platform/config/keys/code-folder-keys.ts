import { codeProject, directory, singleLineText, wholeNumber } from "../forms.ts";

/** Settings of the folder of monitoring as code that the server applies. */
export const CODE_FOLDER_KEYS = {
  VEDETTE_CONFIG_DIR: {
    meaning:
      "Folder with `vedette.yaml` and `*.vedette.yaml` files of monitoring as code, which the server applies at its start and when they change",
    form: directory,
    unit: null,
    default: null,
    reason: "If not set, documents are applied with `vdt code apply` only.",
  },
  VEDETTE_CONFIG_PROJECT: {
    meaning: "Project that owns what the files of VEDETTE_CONFIG_DIR define; they may then omit `project`",
    form: codeProject,
    unit: null,
    default: null,
    reason: "If not set, the files must contain `project`.",
  },
  VEDETTE_CONFIG_ORGANIZATION: {
    meaning: "ID or slug of the organization that VEDETTE_CONFIG_DIR is applied to",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "If not set, it is the only organization; several are an error.",
  },
  VEDETTE_CONFIG_DELETE_MAX: {
    meaning:
      "Deletions that one change of VEDETTE_CONFIG_DIR may cause, if they are more than 10 or 20 % of the project",
    form: wholeNumber({ min: 0, max: 5_000 }),
    unit: "resources",
    default: null,
    reason:
      "If not set, such a change is rejected: a folder that is mounted only in part looks like a deletion.",
  },
} as const;

/**
 * Returns the variables that credentials in the folder may name. Settings of the server are not among them: an author of
 * files could otherwise send its secrets elsewhere.
 */
export function folderVariables(
  env: Readonly<Record<string, string | undefined>>,
  settings: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const isSetting = settings.has(name.replace(/_FILE$/, "")) || /^(VEDETTE|PG)/.test(name);
      return value === undefined || isSetting ? [] : [[name, value]];
    }),
  );
}
