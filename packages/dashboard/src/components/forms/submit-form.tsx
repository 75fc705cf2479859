import { type ReactNode, useContext, useEffect, useRef } from "react";
import { t } from "../../language/t.ts";
import { Button, type ButtonVariant } from "../button.tsx";
import { Notice } from "../notice.tsx";
import { focusInvalid } from "./focus/focus-invalid.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { UnsavedScope } from "./unsaved-scope.ts";
import type { Submission } from "./use-submission.ts";

type SubmitFormProps = {
  submission: Submission;
  /** Paths of the fields that show their own error. */
  fields?: readonly string[];
  submit: { label: string; busy: string; variant?: ButtonVariant };
  /** A cancel button, or what it does. */
  cancel?: ReactNode | (() => void);
  /** Puts the buttons at the right, with the submit button last. */
  isDialog?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form with its buttons. An error that belongs to no field is shown above the fields. After a failed submission the first
 * invalid field gets the focus: it may be out of sight.
 */
export function SubmitForm(props: SubmitFormProps) {
  const { submission, fields = [], submit, cancel, isDialog = false, className = "gap-4", children } = props;
  const { isBusy, error, isUnsaved, onSubmit } = submission;
  const scope = useContext(UnsavedScope);
  const end =
    typeof cancel === "function" ? (
      <Button onClick={() => (scope ? scope.leave(cancel) : cancel())}>{t("Cancel")}</Button>
    ) : (
      cancel
    );
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !focusInvalid(form.current)) {
      form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  const isFieldError = error?.details.some(({ path }) => fields.includes(path)) ?? false;
  return (
    <form ref={form} className={`grid ${className}`} onSubmit={onSubmit} noValidate>
      {error && !isFieldError && <Notice>{error.message}</Notice>}
      {children}
      <UnsavedGuard isUnsaved={isUnsaved} isBusy={isBusy} />
      <div className={`flex flex-wrap gap-2 ${isDialog ? "justify-end" : ""}`}>
        {isDialog && end}
        <Button type="submit" variant={submit.variant ?? "primary"} busy={isBusy && submit.busy}>
          {submit.label}
        </Button>
        {!isDialog && end}
      </div>
    </form>
  );
}
