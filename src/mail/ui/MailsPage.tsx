import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useRef } from 'react';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { useFocusOnMore } from '../../web/ui/useFocusOnMore.ts';
import { MailFilter } from './MailFilter.tsx';
import { MailRow } from './MailRow.tsx';
import { useMailFilters, useMails } from './useMails.ts';

/** Every mail with what became of it, newest first; the filters stand in the address. */
export default function MailsPage() {
  const { filters, setFilters } = useMailFilters();
  const mails = useMails(filters);
  const rows = mails.data?.pages.flatMap((page) => page.data);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, '[data-mail]', rows?.length ?? 0);
  const showMore = async () => {
    focusNext();
    await mails.fetchNextPage();
  };
  return (
    <>
      <PageHeader title="E-Mails">
        Was an wen gegangen ist und was noch wartet. Mails, die nicht ankommen, werden einen Tag lang wieder versucht.
        Was in ihnen steht, zeigt diese Seite nicht.
      </PageHeader>
      <MailFilter chosen={filters} onSearch={setFilters} />
      {mails.isLoading && <Loading blocks={6} height={84} />}
      <div ref={list}>
        {rows && rows.length > 0 && (
          <Card component="ol" aria-label="E-Mails" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </Card>
        )}
      </div>
      {rows?.length === 0 && (
        <EmptyState picture="lens" title="Keine E-Mails gefunden">
          Ein anderer Name oder weniger Filter zeigen vielleicht mehr.
        </EmptyState>
      )}
      {mails.isError && (
        <ErrorNotice
          error={mails.error}
          retry={() => void (mails.isFetchNextPageError ? mails.fetchNextPage() : mails.refetch())}
        />
      )}
      {mails.hasNextPage && !mails.isError && (
        <Box className="no-print" sx={{ display: 'flex', justifyContent: 'center', mt: 6 }}>
          <BusyButton
            variant="outlined"
            busy={mails.isFetchingNextPage}
            busyText="Lädt..."
            onClick={() => void showMore()}
          >
            Mehr laden
          </BusyButton>
        </Box>
      )}
    </>
  );
}
