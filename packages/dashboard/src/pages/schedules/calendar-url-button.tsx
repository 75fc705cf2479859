import { useQueryClient } from "@tanstack/react-query";
import type { CalendarUrl } from "@vedette/contract/on-call/on-call.ts";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

type CalendarUrlButtonProps = {
  hasCalendar: boolean;
  create(): Promise<{ data: CalendarUrl }>;
  remove(): Promise<unknown>;
};

/** Creates, replaces or deletes the secret URL of a calendar, which is shown once. */
export function CalendarUrlButton({ hasCalendar, create, remove }: CalendarUrlButtonProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const run = async (work: () => Promise<string | null>) => {
    try {
      setUrl(await work());
      await queries.invalidateQueries({ queryKey: keys.all("schedules") });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("Calendar URL")}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
          setUrl(null);
        }}
        title={t("Calendar URL")}
      >
        <p>
          {t(
            "Calendar programs read the shifts at a secret URL (iCalendar). Anyone with the URL can read them.",
          )}
        </p>
        {url !== null && (
          <p className="rounded-lg bg-raised p-3">
            <span className="block text-[0.8125rem] text-soft">
              {t("Copy it now; it is not shown again.")}
            </span>
            <code className="wrap-anywhere">{url}</code>
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {hasCalendar && (
            <Button onClick={() => run(async () => ((await remove()) ? null : null))}>
              {t("Delete URL")}
            </Button>
          )}
          <Button variant="primary" onClick={() => run(async () => (await create()).data.url)}>
            {hasCalendar ? t("Replace URL") : t("Create URL")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
