import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { Brand } from "../../components/brand.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";

type SignInCardProps = {
  title: string;
  /** One sentence that explains the form. */
  lead?: string;
  notice?: string | null;
  /** Shown above the fields unless it belongs to a field. */
  error?: ApiError | null;
  action: { label: string; isBusy: boolean } | null;
  onSubmit?(event: FormEvent): void;
  children?: ReactNode;
  /** Below the button. */
  footer?: ReactNode;
};

/** The form layout of all sign-in steps, on a page or in a dialog. */
export function SignInCard({
  title,
  lead,
  notice,
  error,
  action,
  onSubmit,
  children,
  footer,
}: SignInCardProps) {
  const message = error && error.details.length === 0 ? error.message : notice;
  return (
    <form className="grid gap-4" onSubmit={onSubmit} noValidate>
      <div>
        <h1>{title}</h1>
        {lead && <p className="mt-1 text-soft">{lead}</p>}
      </div>
      {message && <Notice>{message}</Notice>}
      {children}
      {action && (
        <Button
          type="submit"
          variant="primary"
          className="min-h-10.5"
          busy={action.isBusy && t("Please wait …")}
        >
          {action.label}
        </Button>
      )}
      {/* The name of a provider has up to 60 characters, which do not fit on a phone in one line. */}
      {footer && (
        <div className="grid gap-2 [&>button]:wrap-anywhere [&>button]:whitespace-normal">{footer}</div>
      )}
    </form>
  );
}

/** The page around the card for visitors who are not signed in. */
export function SignInScreen({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="card grid w-[min(26rem,100%)] gap-5 p-8">
        <Brand />
        {children}
      </div>
    </main>
  );
}
