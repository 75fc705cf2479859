import { type ReactNode, useState } from "react";

type FoldedSectionProps = {
  title: string;
  /** What is in it. */
  summary: string;
  isOpenAtFirst?: boolean;
  /** It stays open while one of its fields is rejected. */
  hasError: boolean;
  children: ReactNode;
};

/** Fields of a form that few need, created when it is opened. */
export function FoldedSection(props: FoldedSectionProps) {
  const { title, summary, isOpenAtFirst = false, hasError, children } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className="border-t border-line pt-4"
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">
        <span>{title}</span>
        <span className="block text-[0.8125rem] font-normal text-soft">{summary}</span>
      </summary>
      {(isOpen || hasError) && children}
    </details>
  );
}
