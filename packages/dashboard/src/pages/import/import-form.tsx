import { useId } from "react";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { useRole } from "../../app/role.ts";
import { Button } from "../../components/button.tsx";
import { CheckField, TextField } from "../../components/forms/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { type ImportChoice, NO_SOURCE, sourceError } from "./import-choice.ts";
import { IMPORT_TOOLS, toolOf } from "./import-tools.ts";

type ImportFormProps = {
  source: ImportChoice;
  onSource(source: ImportChoice): void;
  error: ApiError | null;
  busy: string | false;
  onSubmit(): void;
};

/** The first step: which tool, which files. */
export function ImportForm({ source, onSource, error, busy, onSubmit }: ImportFormProps) {
  const tool = toolOf(source.kind);
  const problem = sourceError(source);
  const isEmpty = source.files.length === 0 && source.text.trim() === "";
  const message = error ? (fieldErrorOf(error, "file", t("The file")) ?? error.message) : null;
  return (
    <form
      className="grid max-w-3xl gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && busy === false) onSubmit();
      }}
    >
      <ToolChoice source={source} onSource={onSource} />
      <p className="text-soft">{tool.howTo}</p>
      {tool.isText && (
        <TextField
          label={t("URLs and hosts")}
          rows={9}
          spellCheck={false}
          className="font-mono"
          placeholder={"https://shop.example, Shop, #prod\ntcp:db.example:5432"}
          error={null}
          value={source.text}
          onValue={(text) => onSource({ ...source, text })}
        />
      )}
      <ChosenFiles tool={tool} source={source} onSource={onSource} />
      {tool.hasEnv && (
        <TextField
          label={t("Environment variables")}
          rows={3}
          spellCheck={false}
          className="font-mono"
          placeholder="TOKEN=…"
          hint={t("Optional. Values of the variables that the files refer to; they become secrets.")}
          error={error ? fieldErrorOf(error, "env", t("The variables")) : null}
          value={source.env}
          onValue={(env) => onSource({ ...source, env })}
        />
      )}
      {tool.hasHistory && (
        <CheckField
          label={t("Import the history")}
          hint={t("Statistics by hour and day, and changes of the status.")}
          isChecked={source.withHistory}
          onChecked={(withHistory) => onSource({ ...source, withHistory })}
        />
      )}
      {!tool.isOnCall && (
        <CheckField
          label={t("Make all targets paused")}
          hint={t("Start them later, for example after you have stopped the other tool.")}
          isChecked={source.isPaused}
          onChecked={(isPaused) => onSource({ ...source, isPaused })}
        />
      )}
      {!isEmpty && problem !== null && <Notice>{problem}</Notice>}
      {message !== null && <Notice>{message}</Notice>}
      <div>
        <Button type="submit" variant="primary" disabled={problem !== null} busy={busy}>
          {t("Review")}
        </Button>
      </div>
    </form>
  );
}

function ToolChoice({ source, onSource }: Pick<ImportFormProps, "source" | "onSource">) {
  const name = useId();
  const mayMakeSchedules = useRole().reaches("admin");
  const tools = IMPORT_TOOLS.filter(({ isOnCall }) => !isOnCall || mayMakeSchedules);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Tool")}</legend>
      <div className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {tools.map(({ kind, name: toolName }) => (
          <label
            key={kind}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg border border-line bg-surface px-3 has-checked:border-accent has-checked:bg-accent-ground"
          >
            <input
              type="radio"
              name={name}
              className="size-4 accent-(--accent)"
              checked={source.kind === kind}
              onChange={() => onSource({ ...NO_SOURCE, kind, isPaused: source.isPaused })}
            />
            {toolName}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
