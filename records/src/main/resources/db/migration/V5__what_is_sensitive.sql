-- Names of arguments whose values nobody is shown, as the node's agent says them.
alter table nodes add column sensitive text[] not null default '{}';
