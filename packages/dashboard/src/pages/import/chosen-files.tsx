import { IconButton } from "../../components/button.tsx";
import { DropArea } from "../../features/imports/drop-area.tsx";
import { t } from "../../language/t.ts";
import { type ImportChoice, pathInFolder } from "./import-choice.ts";
import type { ImportTool } from "./import-tools.ts";

type ChosenFilesProps = { tool: ImportTool; source: ImportChoice; onSource(source: ImportChoice): void };

/** Shown of many files, such as those of a folder. */
const FILES_SHOWN_MAX = 8;

/** Takes files and folders, and lists what was taken. */
export function ChosenFiles({ tool, source, onSource }: ChosenFilesProps) {
  const { files } = source;
  const add = (added: readonly File[]) => {
    const paths = new Set(added.map(pathInFolder));
    onSource({ ...source, files: [...files.filter((file) => !paths.has(pathInFolder(file))), ...added] });
  };
  const remove = (removed: File) => onSource({ ...source, files: files.filter((file) => file !== removed) });
  const shown = files.slice(0, FILES_SHOWN_MAX);
  return (
    <div className="grid gap-3 rounded-lg border border-dashed border-line-strong p-4">
      <DropArea hasInput accept={tool.accept} isMultiple onFiles={add} />
      {tool.hasFolder && <FolderInput accept={tool.accept} onFiles={add} />}
      <p className="text-[0.8125rem] text-soft max-md:hidden">{t("Or drop them here.")}</p>
      {shown.length > 0 && (
        <ul className="grid gap-2">
          {shown.map((file) => (
            <li
              key={pathInFolder(file)}
              className="flex items-center justify-between gap-3 rounded-lg border border-line bg-surface py-1 pe-1 ps-3"
            >
              <span className="wrap-anywhere">
                <strong>{pathInFolder(file)}</strong> <span className="text-soft">{sizeText(file.size)}</span>
              </span>
              <IconButton
                label={t("Remove {pathInFolder}", { pathInFolder: pathInFolder(file) })}
                icon="close"
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length > shown.length && (
        <p className="text-soft">{t("and {count} more files", { count: files.length - shown.length })}</p>
      )}
    </div>
  );
}

function FolderInput({ accept, onFiles }: { accept: string; onFiles(files: File[]): void }) {
  const endings = accept.split(",");
  return (
    <label className="grid min-w-0 gap-1 text-[0.8125rem] text-soft max-md:hidden">
      {t("Choose a folder")}
      <input
        type="file"
        // React's types do not know the attribute; every browser does.
        {...{ webkitdirectory: "" }}
        className="max-w-full file:me-3 file:min-h-9 file:rounded-lg file:border file:border-line-strong file:bg-surface file:px-3.5 file:font-semibold file:text-ink hover:file:bg-raised"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          onFiles(files.filter(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending))));
          event.target.value = "";
        }}
      />
    </label>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
