import { useRouterState } from '@tanstack/react-router';
import { type MessageKey, useText } from '../app/messages.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { Page } from '../kit/page.tsx';

const TITLES: Readonly<Record<string, MessageKey>> = {
  reviews: 'shell.reviews',
  personas: 'shell.personas',
  workspace: 'shell.workspace',
  admin: 'shell.admin',
};

/** Holds the place of pages that are not there yet. */
export const SoonPage = () => {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const title = t(TITLES[path.split('/').at(-1) ?? ''] ?? 'shell.more');
  return (
    <Page title={title}>
      <EmptyState
        title={title}
        action={
          <a className="button" href="/llms-full.txt">
            {t('soon.docs')}
          </a>
        }
      >
        {t('soon.lead')}
      </EmptyState>
    </Page>
  );
};
