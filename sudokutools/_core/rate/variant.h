/* The ladder of rate/rate.h compiled once more, for 9x9 variants: with houses of any shape, more of
 * them, and pairs of cells that differ. Every file of this folder is one of rate/, with wider sets
 * of houses and other names; but locking.c, which knows of boxes there, is written anew. So plain
 * grids pay nothing for what variants need. */
#pragma once

#define RATE_VARIANT

#define branch_make variant_branch_make
#define branch_resume variant_branch_resume
#define branch_with_room variant_branch_with_room
#define branching_free variant_branching_free
#define branching_new variant_branching_new
#define filter_nothing variant_filter_nothing
#define filter_sources variant_filter_sources
#define forcing_produce variant_forcing_produce
#define forcing_search variant_forcing_search
#define links_make variant_links_make
#define nested_find variant_nested_find
#define number_candidates variant_number_candidates
#define paths_all variant_paths_all
#define paths_cycles variant_paths_cycles
#define rate_aligned_pair variant_rate_aligned_pair
#define rate_aligned_triple variant_rate_aligned_triple
#define rate_bug variant_rate_bug
#define rate_chain_step variant_rate_chain_step
#define rate_direct_hidden_pair variant_rate_direct_hidden_pair
#define rate_direct_hidden_triple variant_rate_direct_hidden_triple
#define rate_direct_locking variant_rate_direct_locking
#define rate_dynamic_0 variant_rate_dynamic_0
#define rate_dynamic_1 variant_rate_dynamic_1
#define rate_dynamic_2 variant_rate_dynamic_2
#define rate_dynamic_3 variant_rate_dynamic_3
#define rate_dynamic_4 variant_rate_dynamic_4
#define rate_dynamic_5 variant_rate_dynamic_5
#define rate_free variant_rate_free
#define rate_hidden_pair variant_rate_hidden_pair
#define rate_hidden_quad variant_rate_hidden_quad
#define rate_hidden_triple variant_rate_hidden_triple
#define rate_jellyfish variant_rate_jellyfish
#define rate_locking variant_rate_locking
#define rate_make_tables variant_rate_make_tables
#define rate_multiple variant_rate_multiple
#define rate_naked_pair variant_rate_naked_pair
#define rate_naked_quad variant_rate_naked_quad
#define rate_naked_single variant_rate_naked_single
#define rate_naked_triple variant_rate_naked_triple
#define rate_new variant_rate_new
#define rate_nishio variant_rate_nishio
#define rate_puzzle variant_rate_puzzle
#define rate_rows variant_rate_rows
#define rate_set_check variant_rate_set_check
#define rate_set_shortcuts variant_rate_set_shortcuts
#define rate_single variant_rate_single
#define rate_static_chains variant_rate_static_chains
#define rate_swordfish variant_rate_swordfish
#define rate_unique_loops variant_rate_unique_loops
#define rate_x_wing variant_rate_x_wing
#define rate_xy_wing variant_rate_xy_wing
#define rate_xyz_wing variant_rate_xyz_wing
#define sets_make variant_sets_make
#define sets_make_x variant_sets_make_x
#define sets_reach_off variant_sets_reach_off
#define sink_begin variant_sink_begin
#define sink_end variant_sink_end
#define sink_remove variant_sink_remove
#define sink_sort variant_sink_sort
#define sink_take variant_sink_take
