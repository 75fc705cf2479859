import { type ReactNode, useId } from "react";

type SettingsSectionProps = { title: string; description?: ReactNode; children?: ReactNode };

/** A section of a settings page with a title and a description. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id={id}>{title}</h2>
        {description && <p className="text-soft">{description}</p>}
      </div>
      {children}
    </section>
  );
}
