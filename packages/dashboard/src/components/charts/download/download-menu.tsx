import { t } from "../../../language/t.ts";
import { buttonClass } from "../../button.tsx";
import { Menu, MenuItem } from "../../menu/menu.tsx";
import { toast } from "../../toast.tsx";
import type { CsvTable } from "./csv-text.ts";
import type { ChartFile } from "./file-name.ts";

export type ChartDownload = {
  /** Read when a download starts: the time of a chart moves. */
  file(): ChartFile;
  table(): CsvTable;
  image(): Promise<Blob>;
};

/** Downloads a chart as an image, or its values as CSV. The code for it is loaded when it is used. */
export function DownloadMenu({ label, download }: { label: string; download: ChartDownload }) {
  const save = (extension: "csv" | "png", toBlob: () => Promise<Blob>) => {
    const saved = (async () => {
      const [{ chartFileName }, { saveFile }] = await Promise.all([
        import("./file-name.ts"),
        import("./save-file.ts"),
      ]);
      saveFile(chartFileName(download.file(), extension), await toBlob());
    })();
    saved.catch((error: unknown) =>
      toast(t("The download failed: {message}", { message: messageOf(error) }), "problem"),
    );
  };
  return (
    <Menu trigger={t("Download")} label={t("Download {label}", { label })} triggerClass={buttonClass()}>
      <MenuItem onChoose={() => save("png", download.image)}>{t("Image (PNG)")}</MenuItem>
      <MenuItem
        onChoose={() =>
          save("csv", async () => {
            const { csvText } = await import("./csv-text.ts");
            return new Blob([csvText(download.table())], { type: "text/csv;charset=utf-8" });
          })
        }
      >
        {t("Values (CSV)")}
      </MenuItem>
    </Menu>
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
