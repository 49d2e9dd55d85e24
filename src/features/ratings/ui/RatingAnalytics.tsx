import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { InputOf } from '../../../shared/call.ts';
import { formatCount } from '../../../shared/german.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { PlainSwitch } from '../../../web/ui/fields/PlainSwitch.tsx';
import { DataTable, type Column } from '../../../web/ui/tables/DataTable.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { StarAverage } from '../../../web/ui/layout/StarAverage.tsx';
import { getRatingAnalytics, type Analytics, type TopicCount } from '../contract.ts';
import { badgeOf, starColour } from '../rules.ts';
import { StarBars } from './StarBars.tsx';

/** The stars of the filtered ratings as bars or as a table, and their topics (reference 6.7). */
export function RatingAnalytics({ filters }: { filters: InputOf<typeof getRatingAnalytics> }) {
  const answer = useApiQuery(getRatingAnalytics, filters, { keepPrevious: true });
  const [showsTable, setShowsTable] = useState(false);
  const analytics = answer.data?.data;
  if (answer.isError) return <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />;
  if (!analytics) return <Loading blocks={3} height={220} />;
  const { total, speakWithCoachQuestions, additionalQuestions } = analytics;
  return (
    <Box aria-busy={answer.isPlaceholderData} sx={{ opacity: answer.isPlaceholderData ? 0.6 : 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, alignItems: 'center', mb: 3 }}>
        <Typography role="status">{formatCount(total.ratings, 'Bewertung', 'Bewertungen')}</Typography>
        {total.ratings > 0 && (
          <>
            <StarAverage value={total.average} colour={starColour(total.average)} />
            <Box sx={{ ml: { sm: 'auto' } }}>
              <PlainSwitch checked={showsTable} onChange={setShowsTable}>
                Als Tabelle
              </PlainSwitch>
            </Box>
          </>
        )}
      </Box>
      {total.ratings > 0 && (
        <>
          {showsTable ? <StarTable analytics={analytics} /> : <CategoryCards analytics={analytics} />}
          <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, gap: 6, mt: 6 }}>
            <Topics title="Besprochene Themen" topics={speakWithCoachQuestions} />
            <Topics title="Weitere Themen" topics={additionalQuestions} />
          </Box>
        </>
      )}
    </Box>
  );
}

type Category = Analytics['categories'][number];

function CategoryCards({ analytics: { categories, total } }: { analytics: Analytics }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr', lg: '1fr 1fr 1fr' }, gap: 3 }}>
      {categories.map((category) => (
        <Card key={category.titel} sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Typography variant="h3" component="h3" sx={{ flexGrow: 1 }}>
            {category.titel}
          </Typography>
          <StarAverage value={category.average} colour={starColour(category.average)} />
          <StarBars counts={starCountsOf(category)} fullCount={total.ratings} />
        </Card>
      ))}
    </Box>
  );
}

const starCountsOf = ({ star1, star2, star3, star4, star5 }: Category) => [star1, star2, star3, star4, star5] as const;

function StarTable({ analytics: { categories, total } }: { analytics: Analytics }) {
  const totals: Category = {
    titel: 'Alle Aussagen',
    star1: total.all1Stars,
    star2: total.all2Stars,
    star3: total.all3Stars,
    star4: total.all4Stars,
    star5: total.all5Stars,
    average: total.average,
  };
  return (
    <DataTable
      label="Sterne je Aussage"
      columns={columns}
      rows={[...categories, totals]}
      keyOf={({ titel }) => titel}
    />
  );
}

const columns: Column<Category>[] = [
  { name: 'titel', title: 'Aussage', cell: ({ titel }) => titel },
  ...(['star1', 'star2', 'star3', 'star4', 'star5'] as const).map((star, index) => ({
    name: star,
    title: index === 0 ? '1 Stern' : `${index + 1} Sterne`,
    width: '104px',
    cell: (category: Category) => category[star].toLocaleString('de-DE'),
  })),
  {
    name: 'average',
    title: 'Durchschnitt',
    width: '136px',
    cell: ({ average }) => average.toLocaleString('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  },
];

function Topics({ title, topics }: { title: string; topics: readonly TopicCount[] }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h3" id={id} sx={{ mb: 2 }}>
        {title}
      </Typography>
      {topics.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Dazu wurde nichts gesagt.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {topics.map((topic) => (
          <Chip
            key={topic.name}
            component="li"
            variant="outlined"
            label={
              <>
                {topic.name}{' '}
                <Box component="strong" sx={{ ml: 1 }}>
                  {badgeOf(topic.count)}
                </Box>
              </>
            }
            sx={{ height: 'auto', py: 1, '& .MuiChip-label': { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
          />
        ))}
      </Box>
    </Box>
  );
}
