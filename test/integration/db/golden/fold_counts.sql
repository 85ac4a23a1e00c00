/* fold_counts */
SELECT fold_voucher_counts($1::int) AS folded
