import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { roleOfId } from '../../shared/roles.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { searchAll, searchOwn } from '../contract.ts';
import { FoundList, pageSize } from './FoundList.tsx';
import { SearchForm } from './SearchForm.tsx';
import { isSearch, statuses, useSearch } from './useSearch.ts';

/**
 * The search for participants (spec coach §2), one for the routes of coaches and of admins: a coach's own ones, everybody
 * for speed coaches and admins, what can be done with them for admins alone.
 */
export default function SearchPage() {
  const { user } = useSession();
  const administers = user !== null && roleOfId(user.role.value) === 'admin';
  const everybody = administers || Boolean(user?.isSpeedCoach);
  const { criteria, search, shows, show, page, setPage } = useSearch();
  const { text, date, coach } = everybody ? criteria : { text: criteria.text, date: '', coach: null };
  const wanted = isSearch({ text, date, coach });
  const shown = statuses.filter(({ name }) => shows(name));
  const part = { searchString: text, status: shown.length === 1 ? shown[0]?.status : null, page, pageSize };
  const all = useAsk(searchAll, { ...part, date, coachId: coach }, { enabled: wanted && everybody, keep: true });
  const own = useAsk(searchOwn, part, { enabled: wanted && !everybody, keep: true });
  const answer = everybody ? all : own;
  // What is kept on the screen while another page comes is nobody's once there is nothing to search for.
  const counts = wanted ? answer.data?.meta.counts : undefined;
  const total = counts && shown.reduce((sum, { count }) => sum + counts[count], 0);
  return (
    <>
      <PageHeader title="Teilnehmersuche">
        {everybody
          ? 'Gesucht wird unter allen Teilnehmer:innen: nach Namen oder E-Mail-Adresse, nach dem Tag oder dem Coach ihrer Termine.'
          : 'Gesucht wird unter allen, die einen Termin mit dir haben oder hatten, nach Namen oder E-Mail-Adresse.'}
      </PageHeader>
      <SearchForm
        chosen={criteria}
        full={everybody}
        busy={answer.isFetching}
        onSearch={(next) => {
          if (JSON.stringify(next) === JSON.stringify(criteria)) void answer.refetch();
          search(next);
        }}
      />
      <Box role="group" aria-label="Status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, mb: 4 }}>
        {statuses.map(({ name, count }) => (
          <FormControlLabel
            key={name}
            label={counts ? `${name} (${counts[count].toLocaleString('de-DE')})` : name}
            control={<Checkbox checked={shows(name)} onChange={({ target }) => show(name, target.checked)} />}
          />
        ))}
      </Box>
      {answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isLoading && <Loading blocks={pageSize} height={72} />}
      {answer.data && total !== undefined && (
        <FoundList
          hits={answer.data.data}
          total={total}
          empty={
            <EmptyState picture="lens" title="Es konnten keine Teilnehmer:in gefunden werden">
              {text
                ? 'Prüfe die Schreibweise oder suche nach der E-Mail-Adresse.'
                : 'Mit einem anderen Tag oder Coach gibt es vielleicht mehr.'}
            </EmptyState>
          }
          ready={!answer.isPlaceholderData}
          administers={administers}
          page={page}
          setPage={setPage}
        />
      )}
    </>
  );
}
