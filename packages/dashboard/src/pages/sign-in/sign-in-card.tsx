import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { Brand } from "../../components/brand.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";

type SignInCardProps = {
  title: string;
  /** What the form is for, in a sentence. */
  lead?: string;
  notice?: string | null;
  /** What the server has against the whole of it, rather than against one field. */
  error?: ApiError | null;
  action: { label: string; isBusy: boolean } | null;
  onSubmit?(event: FormEvent): void;
  children?: ReactNode;
  /** Below the button. */
  footer?: ReactNode;
};

/** The one form that all ways to sign in have, on a page of its own or in a dialog. */
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
  const trouble = error && error.details.length === 0 ? error.message : notice;
  return (
    <form className="grid gap-4" onSubmit={onSubmit} noValidate>
      <div>
        <h1>{title}</h1>
        {lead && <p className="mt-1 text-soft">{lead}</p>}
      </div>
      {trouble && <Notice>{trouble}</Notice>}
      {children}
      {action && (
        <Button type="submit" variant="primary" className="min-h-10.5" busy={action.isBusy && "One moment …"}>
          {action.label}
        </Button>
      )}
      {footer && <div className="grid gap-2">{footer}</div>}
    </form>
  );
}

/** The page around it, for who is not signed in. */
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
