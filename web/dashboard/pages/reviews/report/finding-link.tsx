import type { ComponentProps } from 'react';
import { useReport } from './context.ts';

/** Leads to where the finding is shown first: among those to fix, or in the list of all. */
export const FindingLink = ({ id, ...link }: ComponentProps<'a'> & { id: string }) => {
  const { goTo } = useReport();
  return (
    <a
      {...link}
      href={`#finding-${id}`}
      data-about={id}
      onClick={(event) => {
        event.preventDefault();
        goTo(id);
      }}
    />
  );
};
