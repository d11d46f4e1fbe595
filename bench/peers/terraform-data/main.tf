locals {
  lists = { for file in fileset("${path.module}/lists", "*.txt") : trimsuffix(file, ".txt") => file }
}

# Terraform's own resource: a set that is kept in the state, and nothing else.
resource "terraform_data" "list" {
  for_each = local.lists
  input    = toset(split("\n", trimspace(file("${path.module}/lists/${each.value}"))))
}
