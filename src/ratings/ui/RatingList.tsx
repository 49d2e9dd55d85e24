import Box from '@mui/material/Box';
import { useRef } from 'react';
import { Pager } from '../../web/ui/Pager.tsx';
import type { ListedRating } from '../contract.ts';
import { RatingTile } from './RatingTile.tsx';

/** Ratings of the spec's five a page. */
const pageSize = 5;

interface Props {
  ratings: readonly ListedRating[];
  page: number;
  onPage: (page: number) => void;
}

/** A page of ratings, each opening to its details; `page` counts from 1 and stays in range. */
export function RatingList({ ratings, page: wanted, onPage }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const pages = Math.ceil(ratings.length / pageSize);
  const page = Math.min(wanted, pages);
  const first = (page - 1) * pageSize;
  const shown = ratings.slice(first, first + pageSize);
  return (
    <>
      <Box ref={list} tabIndex={-1} sx={{ display: 'grid', gap: 3, outline: 'none' }}>
        {shown.map((rating) => (
          <RatingTile key={rating.ratingId} rating={rating} />
        ))}
      </Box>
      <Pager
        label="Bewertungen"
        {...{ page, pages, first }}
        shown={shown.length}
        total={ratings.length}
        onChange={(chosen) => {
          onPage(chosen);
          list.current?.focus();
        }}
      />
    </>
  );
}
