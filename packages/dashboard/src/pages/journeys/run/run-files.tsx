import { useMutation } from "@tanstack/react-query";
import type { Artifact } from "@vedette/contract/runs/artifacts.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toastError } from "../../../components/toast.tsx";
import { linkTo, useArtifactLink } from "../../../features/runs/artifacts/artifact-link.ts";
import { t } from "../../../language/t.ts";
import { TraceViewer } from "./trace-viewer.tsx";

const KIBIBYTE = 1_024;
/** Screenshots are shown with their steps. */
const WITH_STEPS: ReadonlySet<Artifact["kind"]> = new Set(["screenshot", "baseline", "diff"]);

/** Trace, video and other files of a run, with instructions to open them. */
export function RunFiles({ run }: { run: Run }) {
  const files = (run.artifacts ?? []).filter(({ kind }) => !WITH_STEPS.has(kind));
  if (files.length === 0 && !run.artifact_error) return null;
  return (
    <section className="grid gap-3">
      <h2>{t("Files")}</h2>
      {run.artifact_error && <Notice kind="warning">{run.artifact_error}</Notice>}
      {files.map((file) => (
        <div key={file.id} className="card grid gap-3 p-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <h3 className="font-semibold wrap-anywhere">{file.name}</h3>
              <p className="text-[0.8125rem] text-soft">
                {file.kind}, {sizeText(file.bytes)}
              </p>
            </div>
            <Download file={file} />
          </div>
          {file.kind === "trace" && <Trace file={file} />}
          {file.kind === "video" && <Video file={file} />}
        </div>
      ))}
    </section>
  );
}

/** The trace viewer is loaded when it is opened, because it is large. */
function Trace({ file }: { file: Artifact }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        {isOpen ? t("Close trace") : t("Open trace")}
      </Button>
      {isOpen && <TraceViewer file={file} />}
      <CodeBlock
        label={t("Opens the downloaded trace on your machine")}
        text={`npx playwright show-trace ${fileNameOf(file)}`}
      />
    </>
  );
}

function Download({ file }: { file: Artifact }) {
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => linkTo(api, file.id),
    onSuccess: (link) => {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.download = fileNameOf(file);
      anchor.click();
    },
    onError: toastError,
  });
  return (
    <Button
      busy={isPending && t("Preparing …")}
      aria-label={t("Download {name}", { name: file.name })}
      onClick={() => mutate()}
    >
      {t("Download")}
    </Button>
  );
}

function Video({ file: { url, name } }: { file: Artifact }) {
  const { link, isFailed } = useArtifactLink(url);
  if (isFailed) return <p className="text-soft">{t("This video was deleted.")}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a screen recording without sound.
    <video src={link} controls preload="metadata" aria-label={name} className="w-full max-w-2xl rounded-lg" />
  );
}

/** File name of the download. */
function fileNameOf({ name }: Artifact): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
}

function sizeText(bytes: number): string {
  if (bytes < KIBIBYTE) return t("{bytes} bytes", { bytes });
  if (bytes < KIBIBYTE ** 2) return `${(bytes / KIBIBYTE).toFixed(0)} KiB`;
  return `${(bytes / KIBIBYTE ** 2).toFixed(1)} MiB`;
}
